export { type Redis, startRedis } from './startRedis.js'
