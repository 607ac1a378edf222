/** The views in one module, loaded with the first that is drawn: the bundler names each module in the first load. */
export { default as ConnectingWalletConnectView } from './ConnectingWalletConnectView.js'
export { default as DownloadsView } from './DownloadsView.js'
