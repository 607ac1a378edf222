export { type FolderMoved, moveFolder } from './moveFolder.js'
export { type Moved, moveImports } from './moveImports.js'
