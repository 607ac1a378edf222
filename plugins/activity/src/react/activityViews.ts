/**
 * The views in one module, loaded with the first that is drawn: each module that is loaded by itself makes the bundler cut
 * more files, whose names every page loads before the button.
 */
export { default as ActivityTab } from './ActivityTab.js'
export { default as PendingTransactionView } from './PendingTransactionView.js'
export { default as TransactionsView } from './TransactionsView.js'
