export { siwx } from './siwx.js'
