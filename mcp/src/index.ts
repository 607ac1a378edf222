export { createDocsServer } from './createDocsServer.js'
export type { DocsPage } from './DocsPage.js'
export { readPages } from './readPages.js'
