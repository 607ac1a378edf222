/**
 * The views in one module, loaded with the first that is drawn: each module that is loaded by itself makes the bundler cut
 * more files, whose names every page loads before the button.
 */
export { default as PreviewView } from './PreviewView.js'
export { default as ProgressView } from './ProgressView.js'
export { default as SelectTokenView } from './SelectTokenView.js'
export { default as SwapView } from './SwapView.js'
