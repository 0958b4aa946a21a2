/** The names on accounts at the sandbox's banks, as banks write them, by the last digit of the number. */
export const SANDBOX_ACCOUNT_NAMES = [
  'OKONKWO ADAEZE GRACE',
  'MUSA BALA',
  'EZE CHIDI EMMANUEL',
  'ABUBAKAR FATIMA',
  'ADEYEMI TUNDE',
  'YUSUF AMINA HAUWA',
  'BELLO IBRAHIM',
  'NWOSU NGOZI',
  'DANJUMA HELEN',
  'OJO KEHINDE SAMUEL',
] as const
