import { existsSync } from 'node:fs'
import { type ApiPromise, Keyring } from '@polkadot/api'
import type { KeyringPair } from '@polkadot/keyring/types'
import type { SignerPayloadJSON, SignerResult } from '@polkadot/types/types'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { connectApi } from '@latchkey/service-kit/polkadot'
import { genesisFile } from './genesisFile.js'
import { type PolkadotStack, startPolkadot } from './startPolkadot.js'

let stack: PolkadotStack
let api: ApiPromise
let alice: KeyringPair
let bob: KeyringPair

/** Of whatever program started the tests; the node has no business with it. */
const foreignPort = '49152'

beforeAll(async () => {
  vi.stubEnv('PORT', foreignPort)
  stack = await startPolkadot()
  api = await connectApi(stack.url)
  const keyring = new Keyring({ type: 'sr25519', ss58Format: stack.ss58Prefix })
  alice = keyring.createFromUri(stack.accounts[0]!.uri)
  bob = keyring.createFromUri(stack.accounts[1]!.uri)
})
afterAll(async () => {
  await api.disconnect()
  await stack.stop()
  vi.unstubAllEnvs()
})

const coin = 10n ** 12n
const transfer = (to: string, amount: bigint) => api.tx['balances']!['transferKeepAlive']!(to, amount)

// An era would name a block that may be another one when the node checks the signature.
const included = (to: string, amount: bigint, from: KeyringPair | string, options = {}) =>
  new Promise<string[]>((resolve, reject) => {
    transfer(to, amount)
      .signAndSend(from, { nonce: -1, era: 0, ...options }, ({ status, events, dispatchError }) => {
        if (dispatchError) reject(new Error(dispatchError.toString()))
        else if (status.isInBlock || status.isFinalized)
          resolve(events.map(({ event }) => `${event.section}.${event.method}`))
      })
      .catch(reject)
  })

describe('the chain', () => {
  test('it listens on a port of its own, whatever the environment says', () => {
    expect(new URL(stack.url).port).not.toBe(foreignPort)
  })

  test('it says what it is', () => {
    expect(stack).toMatchObject({ ss58Prefix: 42, symbol: 'ROC', decimals: 12 })
    expect(stack.genesisHash).toBe(api.genesisHash.toHex())
    expect(stack.chainId).toBe(`polkadot:${stack.genesisHash.slice(2, 34)}`)
    expect(api.runtimeVersion.specName.toString()).toBe('rococo')
  })

  test('six development accounts hold 1,000 coins', async () => {
    expect(stack.accounts.map(({ uri }) => uri)).toEqual([
      '//Alice',
      '//Bob',
      '//Charlie',
      '//Dave',
      '//Eve',
      '//Ferdie',
    ])
    expect(stack.accounts[0]!.address).toBe('5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY')
    for (const { address } of stack.accounts) expect(await stack.balanceOf(address)).toBe(1_000n * coin)
  })

  test('a signed transfer is in a block with its events, and costs its quoted fee', async () => {
    const quote = (await transfer(bob.address, 5n * coin).paymentInfo(alice)).partialFee.toBigInt()
    const before = await stack.balanceOf(alice.address)
    const receiver = await stack.balanceOf(bob.address)
    const events = await included(bob.address, 5n * coin, alice)
    expect(events).toContain('balances.Transfer')
    expect(events).toContain('system.ExtrinsicSuccess')
    expect(await stack.balanceOf(bob.address)).toBe(receiver + 5n * coin)
    const paid = before - 5n * coin - (await stack.balanceOf(alice.address))
    expect(paid).toBeGreaterThan(0n)
    expect(paid).toBeLessThanOrEqual(quote)
  })

  test('new heads are pushed', async () => {
    const heads: number[] = []
    const leave = await api.rpc.chain.subscribeNewHeads((head) => {
      heads.push(head.number.toNumber())
    })
    await included(bob.address, coin, alice)
    await expect.poll(() => heads.length).toBeGreaterThan(1)
    leave()
  })

  test('a signature of another key is refused and moves nothing', async () => {
    const before = await stack.balanceOf(bob.address)
    const signer = {
      async signPayload(payload: SignerPayloadJSON): Promise<SignerResult> {
        const extrinsic = api.registry.createType('ExtrinsicPayload', payload, { version: payload.version })
        return { id: 1, signature: extrinsic.sign(alice).signature }
      },
    }
    await expect(included(alice.address, coin, bob.address, { signer })).rejects.toThrow(
      /bad signature|BadProof/i,
    )
    expect(await stack.balanceOf(bob.address)).toBe(before)
  })
})

describe('starting and stopping', () => {
  test('a missing genesis is one clear error', () => {
    const missing = () => {
      throw new Error('Cannot find module')
    }
    expect(() => genesisFile(missing)).toThrowErrorMatchingInlineSnapshot(
      `[DevstackError: The Polkadot test chain needs a genesis file. Install @substrate/connect 0.6.5, which carries the one of Rococo, or pass \`genesis\` with the path of a raw chain specification.]`,
    )
  })

  test('a taken port is said clearly', async () => {
    await expect(startPolkadot({ port: Number(new URL(stack.url).port) })).rejects.toMatchObject({
      code: 'PORT_IN_USE',
    })
  })

  test('stopping ends the process and may be repeated', async () => {
    const other = await startPolkadot()
    await Promise.all([other.stop(), other.stop()])
    expect(existsSync(`/proc/${other.pid}`)).toBe(false)
  })
})
