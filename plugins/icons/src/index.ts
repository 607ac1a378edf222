export { findPicture } from './findPicture.js'
export { icons } from './icons.js'
