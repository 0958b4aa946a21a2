/** The folder of `web/words` that the pages are built with, and the value of `<html lang>`. */
export const LANGUAGE = 'en-NG'
