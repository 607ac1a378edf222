import { copyList } from '@latchkey/kernel/chain'
import { BaseError } from '@latchkey/kernel/plugin'
import { parseAddress } from '../../address.js'
import { type BitcoinNetwork, familyOf } from '../../networks.js'
import { script as scripts, scriptOf } from '../sdk.js'
import { supply } from '../../supply.js'
import { dustOf, isData, type PaymentOutput } from '../send/paymentOutput.js'

/** What is asked for, read and copied. */
export interface ReadCall extends PaymentOutput {
  /** Absent for scripts and data. */
  readonly address?: string
}

/** More don't fit into one transaction. */
const callLimit = 4_000
/** Bytes of a script that may be spent, by consensus (MAX_SCRIPT_SIZE), and of data in one transaction that is relayed. */
const scriptLimit = 10_000
const dataLimit = 100_000
const opReturn = 0x6a

/** Reads the outputs that a host asks for. @throws BaseError `CALLS_INVALID` */
export function readCalls(network: BitcoinNetwork, calls: unknown): readonly ReadCall[] {
  const list = copyList(calls, callLimit)
  if (!list || list.length === 0) throw invalid(`Expected a list of 1 to ${callLimit} calls.`)
  return list.map((call, index) => {
    const { address, script, data, amount } = (call ?? {}) as Readonly<Record<string, unknown>>
    const problem = (text: string) => invalid(`Call ${index + 1}: ${text}`)
    if ([address, script, data].filter((part) => part !== undefined).length !== 1) {
      throw problem('expected one of `address`, `script` and `data`.')
    }
    if (data !== undefined) return readData(data, amount, problem)
    if (typeof amount !== 'bigint' || amount < 0n || amount > supply) {
      throw problem('expected an amount of satoshis as a bigint.')
    }
    const output =
      address === undefined ? { script: readScript(script, problem) } : readAddress(address, network, problem)
    if (isData(output) && amount > 0n) throw problem('what an OP_RETURN output holds would be lost.')
    const least = dustOf(output.script)
    if (amount < least) throw problem(`nodes carry no less than ${least} sat in such an output.`)
    return { ...output, amount }
  })
}

type Problem = (text: string) => BaseError

function readData(data: unknown, amount: unknown, problem: Problem): ReadCall {
  if (amount !== undefined && amount !== 0n) throw problem('data holds no money: leave the amount out.')
  const bytes = readBytes(data, dataLimit)
  if (!bytes || bytes.length === 0) throw problem(`expected 1 to ${dataLimit} bytes of data.`)
  return { script: scripts.compile([opReturn, bytes]), amount: 0n }
}

function readScript(script: unknown, problem: Problem): Uint8Array {
  const bytes = readBytes(script, scriptLimit)
  if (bytes && bytes.length > 0) return bytes
  throw problem(`expected 1 to ${scriptLimit} bytes of a script.`)
}

function readAddress(address: unknown, network: BitcoinNetwork, problem: Problem) {
  if (typeof address !== 'string' || !parseAddress(address)?.families.includes(familyOf(network))) {
    throw problem(`expected an address of ${network.name}.`)
  }
  return { address, script: scriptOf(address, network) }
}

/** A copy: what is signed is what was checked. */
function readBytes(value: unknown, limit: number): Uint8Array | undefined {
  // Unlike `instanceof`, this is never true of a proxy, whose length could be anything.
  if (!ArrayBuffer.isView(value) || value.byteLength > limit) return undefined
  return Uint8Array.from(new Uint8Array(value.buffer, value.byteOffset, value.byteLength))
}

function invalid(detail: string): BaseError {
  return new BaseError('The app asks for something that can’t be done on this network. Nothing was sent.', {
    code: 'CALLS_INVALID',
    metaMessages: [detail],
  })
}
