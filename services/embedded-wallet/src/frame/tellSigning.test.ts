import { FrameError, serveFrame, write } from '@latchkey/plugin-email-auth/protocol'
import { expect, test } from 'vitest'
import { tellSigning, type WatchKey } from './tellSigning.js'

/** What the app is told of a request that fails. */
async function failureOf(method: string, error: Error, work?: (watchKey: WatchKey) => Promise<unknown>) {
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

test('tells it of a fault that nobody expected, too, and nothing else of it', async () => {
  async function told(isKeyRead: boolean) {
    const faults: unknown[] = []
    const answer = new Promise<unknown>((resolve) => {
      let receive: (data: unknown) => void = () => {}
      serveFrame({
        port: {
          post: (message) => resolve((message as { readonly error?: unknown }).error),
          listen(listener) {
            receive = listener
            return () => {}
          },
        },
        handlers: {
          rpcRequest: tellSigning(async (_request, _signal, watchKey) => {
            if (isKeyRead) await watchKey(async () => 'key')()
            throw new RangeError('a secret')
          }),
        },
        onFault: (fault) => faults.push(fault),
      })
      const payload = { networkId: 'eip155:1', method: 'eth_sendTransaction', params: [] }
      receive(write.request('0123456789abcdef0123456789abcdef', 'rpcRequest', payload))
    })
    return { error: await answer, faults }
  }
  const before = await told(false)
  expect(before.error).toEqual({ code: 'failed', nothingSigned: true })
  // Who looks for faults sees it as it is.
  expect(before.faults).toEqual([expect.any(RangeError)])
  expect((await told(true)).error).toEqual({ code: 'failed' })
})
