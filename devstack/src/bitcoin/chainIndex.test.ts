import { expect, it } from 'vitest'
import { createChainIndex } from './chainIndex.js'
import { NodeRpcError } from './nodeRpc.js'

const txid = '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b'
const script = `4104${'00'.repeat(64)}ac`
const hex = `01000000010000000000000000000000000000000000000000000000000000000000000000ffffffff0704ffff001d0104ffffffff0100f2052a0100000043${script}00000000`
const transaction = { txid, hex, size: 134, weight: 536 }

/** A node with a transaction that waits, and that mines it when a method is asked for the given time. */
function createNode(minesAt: string) {
  let isMined = false
  let isArmed = false
  const answers: Readonly<Record<string, (first: unknown) => unknown>> = {
    getblockcount: () => (isMined ? 1 : 0),
    getblockhash: (height) => `hash ${height}`,
    getblock: (hash) => ({ hash, time: 1, tx: hash === 'hash 1' ? [transaction] : [] }),
    getrawmempool: () => (isMined ? [] : [txid]),
    getrawtransaction: () => {
      if (isMined) throw new NodeRpcError(-5, 'No such mempool transaction.')
      return transaction
    },
  }
  return {
    arm: () => (isArmed = true),
    rpc: async (method: string, [first]: readonly unknown[], schema: { parse(value: unknown): unknown }) => {
      if (isArmed && method === minesAt) isMined = true
      return schema.parse(answers[method]?.(first))
    },
  }
}

it('knows a transaction all the time while a block with it is found', async () => {
  const node = createNode('getrawmempool')
  const index = createChainIndex(node.rpc as never)
  await index.sync()
  expect(index.getTransaction(txid)?.status).toEqual({ confirmed: false })
  node.arm()
  await index.sync()
  expect(index.getTransaction(txid)?.status).toMatchObject({ confirmed: true, block_height: 1 })
})

it('knows a transaction that is mined before it is read', async () => {
  const node = createNode('getrawtransaction')
  const index = createChainIndex(node.rpc as never)
  node.arm()
  await index.sync()
  expect(index.getTransaction(txid)?.status).toMatchObject({ confirmed: true, block_height: 1 })
})
