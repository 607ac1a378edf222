/**
 * The views in one module, loaded with the first that is drawn: each module that is loaded by itself makes the bundler cut
 * the shell into more files, which every page loads before the button.
 */
export { default as ApproveNameView } from './ApproveNameView.js'
export { default as ChooseNameView } from './ChooseNameView.js'
export { default as IdentityHeader } from './IdentityHeader.js'
export { default as RegisterNameSuccessView } from './RegisterNameSuccessView.js'
export { default as RegisterNameView } from './RegisterNameView.js'
