/** What stands inside views of the shell, in one module: it's drawn with the first list of wallets, and stays small. */
export { default as EmailAccountRow } from './EmailAccountRow.js'
export { default as EmailField } from './EmailField.js'
export { LoginIcon } from './LoginIcon.js'
export { default as SocialButtons } from './SocialButtons.js'
