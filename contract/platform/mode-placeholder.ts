/** The built pages contain this where the server writes the instance's mode, so that their first paint knows it. */
export const MODE_PLACEHOLDER = 'mode-of-the-instance'
