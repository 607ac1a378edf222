import { type Multiplier, shownOf } from '@latchkey/kernel/chain'
import { BaseError } from '@latchkey/kernel/plugin'
import type { SendNotice, SendRequest, TokenReference } from '@latchkey/kernel/contracts'
import { type Address, erc20Abi, formatUnits } from 'viem'
import { getCode } from 'viem/actions'
import { isAddress, toChecksumAddress } from '../../address.js'
import type { EvmClient } from '../../clients.js'
import { callAll } from '../callAll.js'
import { isRefusedByContract } from '../isAnswer.js'
import { multiplierCall, multiplierOf, readMultiplier } from '../multiplier.js'
import { nodeError } from '../nodeError.js'

/** What an account holds of a token, and how it is read. */
export interface TokenHolding {
  readonly contract: Address
  /** As it is moved. */
  readonly held: bigint
  /** Turns what is moved into what people read (ERC-8056); absent where both are the same. */
  readonly multiplier: Multiplier | undefined
}

/** @throws BaseError `TOKEN_NOT_FOUND`, `TOKEN_DECIMALS_MISMATCH`; what a node failed with */
export async function readHolding(
  client: EvmClient,
  { networkId, from }: Pick<SendRequest, 'networkId' | 'from'>,
  token: TokenReference,
): Promise<TokenHolding> {
  const address = isAddress(token.address, networkId) ? toChecksumAddress(token.address) : undefined
  if (address === undefined) throw tokenNotFound()
  const contract = { address, abi: erc20Abi }
  const code = await getCode(client, contract)
  if (code === undefined || code === '0x') throw tokenNotFound()
  const [balance, decimals, multiplier] = await callAll(client, [
    { ...contract, functionName: 'balanceOf', args: [from.address] },
    { ...contract, functionName: 'decimals' },
    multiplierCall(address),
  ])
  if (balance?.status !== 'success') throw balance?.error
  // A token need not state its places; where it does, the amount that was typed and shown must have the same. Who says that
  // it does not is the token: a node that can't tell would let any point through.
  if (decimals?.status !== 'success' && !isRefusedByContract(decimals?.error)) throw decimals?.error
  // no money: places behind the point
  const places = decimals?.status === 'success' ? Number(decimals.value) : token.decimals
  if (places !== token.decimals) throw decimalsMismatch(token, places)
  return { contract: address, held: balance.value as bigint, multiplier: multiplierOf(multiplier) }
}

/** Wallets and this page may show another amount than the one in the transaction: it is told, so that both can be compared. */
export function scaledNotice(
  { multiplier }: TokenHolding,
  moved: bigint,
  { symbol, decimals }: TokenReference,
): readonly SendNotice[] {
  if (!multiplier) return []
  const onChain = `${formatUnits(moved, decimals)} ${symbol}`
  return [
    {
      code: 'TOKEN_AMOUNT_SCALED',
      message: `Amounts of ${symbol} are shown multiplied, as its issuer counts them. In the transaction it’s ${onChain}.`,
      severity: 'warning',
      parameters: { token: symbol, kind: 'multiplier', amount: { value: moved, decimals, symbol } },
    },
  ]
}

/**
 * Whether what was read of the amount still holds, directly before the wallet is asked: a share can be split meanwhile.
 *
 * @throws BaseError `TOKEN_MULTIPLIER_CHANGED`; what a node failed with
 */
export async function checkMultiplier(
  client: EvmClient,
  { contract, multiplier }: TokenHolding,
  { symbol }: TokenReference,
): Promise<void> {
  const now = await readMultiplier(client, contract).catch((error: unknown) => {
    throw nodeError(error, client.chain.name)
  })
  const one = 10n ** 18n
  if (shownOf(one, now) === shownOf(one, multiplier)) return
  throw new BaseError(
    `The issuer of ${symbol} has just changed how its amounts are counted. Check the amount again.`,
    {
      code: 'TOKEN_MULTIPLIER_CHANGED',
      parameters: { token: symbol },
      metaMessages: [
        `Shown for 1 in the transaction: ${formatUnits(shownOf(one, multiplier), 18)} before.`,
        `Now: ${formatUnits(shownOf(one, now), 18)}.`,
      ],
    },
  )
}

const tokenNotFound = () =>
  new BaseError('There is no such token on this network.', { code: 'TOKEN_NOT_FOUND' })

function decimalsMismatch({ symbol, decimals }: TokenReference, actual: number): BaseError {
  return new BaseError(`The decimals of ${symbol} are not what this app says. Nothing was sent.`, {
    code: 'TOKEN_DECIMALS_MISMATCH',
    parameters: { token: symbol },
    metaMessages: [`On the network: ${actual}.`, `In the app: ${decimals}.`],
  })
}
