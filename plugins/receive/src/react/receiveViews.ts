/** The views in one file, loaded with the first that is drawn: the next one then stands at once. */
export { default as CompatibleNetworksView } from './CompatibleNetworksView.js'
export { default as ReceiveTokenView } from './ReceiveTokenView.js'
export { default as ReceiveView } from './ReceiveView.js'
