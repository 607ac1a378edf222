export { connectApi } from './connectApi.js'
