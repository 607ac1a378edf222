import { type ApprovalMethod, rpcMethods, type SafeMethod } from './rpcMethods.js'

/** What the frame does with a JSON-RPC method: answers it at once, asks the person, or refuses it. */
export type RpcClass = 'safe' | 'approval' | 'refused'

const namesOf = (policy: RpcClass): readonly string[] =>
  [...rpcMethods].flatMap(([name, method]) => (method.policy === policy ? [name] : []))

/** Methods that are answered without a question. */
export const safeMethods = namesOf('safe') as readonly SafeMethod[]

/** Methods that sign or change something. */
export const approvalMethods = namesOf('approval') as readonly ApprovalMethod[]

/** Returns how the frame treats a method. The name counts exactly: another case or a space around it is another method. */
export function classifyRpc(method: string): RpcClass {
  const policy = rpcMethods.get(method)?.policy ?? 'connection'
  return policy === 'connection' ? 'refused' : policy
}

/** Returns whether an answer is the hash of a transaction. The method decides first: a signature is hex, too. */
export function isTransactionHash(method: string, answer: unknown): answer is string {
  const isHash = typeof answer === 'string' && /^0x[0-9a-f]{64}$/i.test(answer)
  return isHash && rpcMethods.get(method)?.answersHash === true
}
