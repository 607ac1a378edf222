/** Everything that works without the Bitcoin library, in one file: it is loaded with the first balance at the latest. */
export { createBasics } from './createBasics.js'
export { createEsploraSource } from './esplora.js'
