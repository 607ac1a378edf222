import { invalidAnswer } from '@latchkey/kernel/chain'
import { ConnectorError, type SignTransactionRequest } from '@latchkey/kernel/plugin'
import {
  bytesToHex,
  formatTransactionRequest,
  type Hex,
  hexToBytes,
  isHex,
  parseTransaction,
  recoverTransactionAddress,
  type TransactionRequest,
  type TransactionSerialized,
} from 'viem'
import { isSameAddress } from '../address.js'
import { ask } from '../connect/ask.js'
import { walletOf } from '../connect/walletOf.js'

const method = 'eth_signTransaction'

/**
 * Signs an unsigned serialised transaction without sending it. Most wallets in browsers refuse this; the answer is then
 * `RPC_METHOD_NOT_FOUND`, `RPC_METHOD_NOT_SUPPORTED` or `RPC_UNSUPPORTED_METHOD`.
 *
 * The wallet may choose other fees and, where the app left it open (0 in the serialised form), the nonce; everything else
 * must be what it was asked to sign.
 *
 * @throws ConnectorError `TRANSACTION_INVALID`, `USER_REJECTED`, `WALLET_ANSWER_INVALID`, `WALLET_CHANGED_TRANSACTION`
 */
export async function signTransaction(request: SignTransactionRequest): Promise<Uint8Array> {
  const { account, networkId, provider, transaction } = request
  const { chainId, ...parsed } = parse(bytesToHex(transaction))
  if (`eip155:${chainId}` !== networkId) {
    throw invalid(`It is for chain ${chainId}, and the request is for ${networkId}.`)
  }
  const rpc = formatTransactionRequest({ ...parsed, from: account.address } as TransactionRequest)
  const answer = await ask(walletOf(provider), method, [{ ...rpc, chainId: `0x${chainId.toString(16)}` }])
  const raw = (
    typeof answer === 'object' && answer !== null ? (answer as { raw?: unknown }).raw : answer
  ) as Hex
  if (!isHex(raw)) throw invalidAnswer('The wallet', method, String(raw))
  const signer = await recover(raw)
  if (!isSameAddress(signer, account.address)) {
    throw invalidAnswer('The wallet', method, `a transaction signed by ${signer}`)
  }
  const change = changeOf({ ...parsed, chainId }, parseTransaction(raw))
  if (change !== undefined) throw changed(change)
  return hexToBytes(raw)
}

function parse(serialized: Hex) {
  try {
    const { chainId, ...rest } = parseTransaction(serialized)
    return { ...rest, chainId: chainId ?? 0 }
  } catch {
    throw invalid('It is not the serialised form of an EVM transaction.')
  }
}

type Parsed = Pick<
  ReturnType<typeof parseTransaction>,
  'chainId' | 'to' | 'value' | 'data' | 'authorizationList'
>

/** What decides where money goes and where a signature counts. An authorisation (EIP-7702) hands over the account. */
const binding: Readonly<Record<string, (transaction: Parsed) => unknown>> = {
  chain: ({ chainId }) => chainId,
  receiver: ({ to }) => to?.toLowerCase(),
  amount: ({ value = 0n }) => value,
  data: ({ data = '0x' }) => data,
  authorisations: ({ authorizationList = [] }) => authorizationList.length,
}

/** The first member that is another one than was asked for. */
function changeOf(asked: Parsed, signed: Parsed): string | undefined {
  return Object.entries(binding).find(([, of]) => of(asked) !== of(signed))?.[0]
}

async function recover(raw: Hex): Promise<string> {
  try {
    return await recoverTransactionAddress({ serializedTransaction: raw as TransactionSerialized })
  } catch {
    throw invalidAnswer('The wallet', method, raw)
  }
}

function changed(what: string): ConnectorError {
  return new ConnectorError('The wallet signed another transaction than the one it was given.', {
    code: 'WALLET_CHANGED_TRANSACTION',
    metaMessages: [`It has another ${what}.`],
  })
}

function invalid(why: string): ConnectorError {
  return new ConnectorError('The transaction is not valid, so the wallet was not asked.', {
    code: 'TRANSACTION_INVALID',
    metaMessages: [why],
  })
}
