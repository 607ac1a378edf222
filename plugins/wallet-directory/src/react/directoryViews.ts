/** The views that open later in one module, loaded with the first that is drawn: the bundler names each module in the first load. */
export { default as AllWalletsView } from './AllWalletsView.js'
export { default as WalletsToGet } from './WalletsToGet.js'
