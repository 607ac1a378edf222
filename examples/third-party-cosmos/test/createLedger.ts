import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { base64, hex } from '@scure/base'
import { MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx'
import { PubKey } from 'cosmjs-types/cosmos/crypto/secp256k1/keys'
import { AuthInfo, TxBody, TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx'
import { addressOfKey } from '../src/arbitrary.js'
import { signDocument } from '../src/signDocument.js'
import { sortedJson } from '../src/sortedJson.js'

/** A gateway's refusal: a status of HTTP and a code of gRPC. */
export class GatewayRefusal extends Error {
  readonly status: number
  readonly code: number
  constructor(status: number, code: number, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

export interface LedgerOptions {
  readonly chainId: string
  readonly prefix: string
  readonly denom: string
  /** First balances, in the coin's smallest unit. */
  readonly funds: Readonly<Record<string, bigint>>
  /** Whether a block follows at once. Otherwise `decide` says when. Default true. */
  readonly decidesAtOnce?: boolean
}

export type Ledger = ReturnType<typeof createLedger>
const gasUsed = 80_000n

/** Reads a transaction as a node does: from its protobuf. */
function readTransaction(text: string) {
  const bytes = base64.decode(text)
  const raw = TxRaw.decode(bytes)
  const [message] = TxBody.decode(raw.bodyBytes).messages
  const { signerInfos, fee } = AuthInfo.decode(raw.authInfoBytes)
  const payment = MsgSend.decode(message?.value ?? new Uint8Array())
  const publicKey = PubKey.decode(signerInfos[0]?.publicKey?.value ?? new Uint8Array()).key
  return {
    id: hex.encode(sha256(bytes)).toUpperCase(),
    publicKey,
    signature: raw.signatures[0] ?? new Uint8Array(),
    sequence: signerInfos[0]?.sequence ?? 0n,
    from: payment.fromAddress,
    to: payment.toAddress,
    amount: BigInt(payment.amount[0]?.amount ?? '0'),
    denom: payment.amount[0]?.denom ?? '',
    gas: fee?.gasLimit ?? 0n,
    fee: BigInt(fee?.amount[0]?.amount ?? '0'),
  }
}

type Read = ReturnType<typeof readTransaction>

/** Makes the state of a Cosmos chain: it reads protobuf, checks signatures over the Amino document, and takes each sequence once. */
export function createLedger({ chainId, prefix, denom, funds, decidesAtOnce = true }: LedgerOptions) {
  const balances = new Map(Object.entries(funds))
  const numbers = new Map(Object.keys(funds).map((address, index) => [address, BigInt(index + 1)]))
  const sequences = new Map<string, bigint>()
  const taken = new Map<string, Read & { code?: number; readonly timestamp: string }>()
  let isRefusing = false
  const balanceOf = (address: string) => balances.get(address) ?? 0n
  const sequenceOf = (address: string) => sequences.get(address) ?? 0n

  function check(read: Read): string | undefined {
    const document = signDocument({ ...read, chainId, number: numbers.get(read.from) ?? 0n })
    if (addressOfKey(prefix, read.publicKey) !== read.from) return 'pubKey does not match signer address'
    if (read.sequence !== sequenceOf(read.from)) return 'account sequence mismatch'
    if (!secp256k1.verify(read.signature, utf8ToBytes(sortedJson(document)), read.publicKey))
      return 'signature verification failed'
    if (read.denom !== denom || read.gas < gasUsed || read.fee * 100n < read.gas * 3n)
      return 'insufficient fee'
    return read.amount + read.fee > balanceOf(read.from) ? 'insufficient funds' : undefined
  }

  function decide(id: string, status: 'confirmed' | 'failed'): void {
    const entry = taken.get(id)
    if (!entry || entry.code !== undefined) return
    entry.code = status === 'confirmed' ? 0 : 5
    const moved = status === 'confirmed' ? entry.amount : 0n
    balances.set(entry.from, balanceOf(entry.from) - entry.fee - moved)
    balances.set(entry.to, balanceOf(entry.to) + moved)
  }

  const answerOf = (entry: Read & { readonly code?: number; readonly timestamp: string }) => ({
    tx: {
      body: {
        messages: [
          {
            '@type': '/cosmos.bank.v1beta1.MsgSend',
            from_address: entry.from,
            to_address: entry.to,
            amount: [{ denom, amount: `${entry.amount}` }],
          },
        ],
      },
      auth_info: { fee: { amount: [{ denom, amount: `${entry.fee}` }] } },
    },
    tx_response: { txhash: entry.id, code: entry.code ?? 0, timestamp: entry.timestamp },
  })

  return {
    balanceOf,
    decide,
    /** Refuses the next transaction. */
    refuseNext() {
      isRefusing = true
    },
    account(address: string) {
      const number = numbers.get(address)
      if (number === undefined) throw new GatewayRefusal(404, 5, `account ${address} not found`)
      return { address, account_number: `${number}`, sequence: `${sequenceOf(address)}` }
    },
    simulate(text: string): bigint {
      readTransaction(text)
      return gasUsed
    },
    broadcast(text: string) {
      const read = readTransaction(text)
      const problem = isRefusing ? 'tx is refused by this node' : check(read)
      isRefusing = false
      if (problem !== undefined) return { txhash: read.id, code: 4, raw_log: problem }
      sequences.set(read.from, read.sequence + 1n)
      taken.set(read.id, {
        ...read,
        timestamp: new Date(1_700_000_000_000 + taken.size * 1_000).toISOString(),
      })
      if (decidesAtOnce) decide(read.id, 'confirmed')
      return { txhash: read.id, code: 0 }
    },
    transaction(id: string) {
      const entry = taken.get(id)
      if (entry?.code === undefined) throw new GatewayRefusal(404, 5, `tx not found: ${id}`)
      return answerOf(entry)
    },
    transactions(event: string, limit: number) {
      const [, kind, address] = /^(message\.sender|transfer\.recipient)='(\w+)'$/.exec(event) ?? []
      const all = [...taken.values()]
        .filter(({ code }) => code !== undefined)
        .filter(({ from, to }) => (kind === 'message.sender' ? from : to) === address)
        .reverse()
      const answers = all.slice(0, limit).map(answerOf)
      return {
        txs: answers.map(({ tx }) => tx),
        tx_responses: answers.map(({ tx_response }) => tx_response),
        total: `${all.length}`,
      }
    },
  }
}
