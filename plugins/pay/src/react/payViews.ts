/**
 * The views in one module, loaded with the first that is drawn: each module that is loaded by itself makes the bundler cut
 * more files, whose names every page loads before the button.
 */
export { default as PayLoadingView } from './PayLoadingView.js'
export { default as PayReviewView } from './PayReviewView.js'
export { default as PayView } from './PayView.js'
