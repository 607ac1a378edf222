// A wallet may name an id that isn't the signature of what it was asked to send.
import { describe, expect, it } from 'vitest'
import { solanaMainnet } from '../index.js'
import type { Client } from './client.js'
import { waitAndCompare } from './waitAndCompare.js'

const expired = { status: 'failed', code: 'TRANSACTION_EXPIRED', reason: 'Nothing was sent.' } as const
const failed = { status: 'failed', code: 'ProgramError', reason: 'The program refused it.' } as const

/** A network that holds nothing under any id. */
const client = { rpc: { call: async () => null } } as unknown as Client

const compare = (decision: typeof expired | typeof failed) =>
  waitAndCompare({
    client,
    network: solanaMainnet,
    wallet: 'Fake Wallet',
    transaction: new Uint8Array(100),
    sent: { id: 'id', wait: async () => decision },
  })

describe('an id that is no signature of what was asked for', () => {
  it('is undecided when nothing comes of it: the wallet may have sent something else', async () => {
    await expect(compare(expired)).rejects.toMatchObject({ code: 'TRANSACTION_UNDECIDED' })
  })

  it('says nothing of what was asked for when it failed', async () => {
    expect(await compare(failed)).toMatchObject({ outcome: 'different', code: 'TRANSACTION_OTHER' })
  })
})
