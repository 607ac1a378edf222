/** All about names in one file, which is loaded for the first account or the first name that is typed. */
export { checkName } from './checkName.js'
export { lookUp } from './lookUp.js'
export { resolveName } from './resolveName.js'
export { withName } from './withName.js'
