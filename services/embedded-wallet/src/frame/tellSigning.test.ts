import { FrameError } from '@latchkey/plugin-email-auth/protocol'
import { expect, test } from 'vitest'
import { tellSigning, type WatchKey } from './tellSigning.js'

/** What the app is told of a request that fails. */
async function failureOf(method: string, error: FrameError, work?: (watchKey: WatchKey) => Promise<unknown>) {
  const handler = tellSigning(async (_request, _signal, watchKey) => {
    await work?.(watchKey)
    throw error
  })
  const { signal } = new AbortController()
  const answer = Promise.resolve(handler({ networkId: 'eip155:1', method, params: [] }, { signal }))
  return answer.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
}

const nodeDown = new FrameError('rpc_error', 'The node is down.', { rpcCode: -32603 })

test('tells that nothing was signed where the key was not read', async () => {
  expect(await failureOf('eth_sendTransaction', nodeDown)).toMatchObject({
    code: 'rpc_error',
    rpcCode: -32603,
    nothingSigned: true,
  })
  const withKey = await failureOf('eth_sendTransaction', nodeDown, (watchKey) =>
    watchKey(async () => 'key')(),
  )
  expect(withKey).toMatchObject({ nothingSigned: false })
})

test('does not tell it of what was signed before: the node may have taken it, and only its answer was lost', async () => {
  expect(await failureOf('eth_sendRawTransaction', nodeDown)).toMatchObject({ nothingSigned: false })
})

test('does not tell it of calls that were asked for before', async () => {
  const twice = new FrameError('invalid_request', 'Calls with this id were asked for before.', {
    rpcCode: 5720,
  })
  expect(await failureOf('wallet_sendCalls', twice)).toMatchObject({ rpcCode: 5720, nothingSigned: false })
})
