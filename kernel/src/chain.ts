export { copyList } from './contracts/copyList.js'
export { abortedError, untilAborted } from './platform/untilAborted.js'
export { invalidAnswer, rpcErrorFrom } from './errors/rpc.js'
