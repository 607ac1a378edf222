export { readField } from './errors/readField.js'
export { copyList } from './contracts/copyList.js'
export { abortedError, untilAborted } from './platform/untilAborted.js'
export { invalidAnswer, rpcErrorFrom } from './errors/rpc.js'
