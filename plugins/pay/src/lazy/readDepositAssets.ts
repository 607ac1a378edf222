import type { Bill } from '../bill/Bill.js'
import { Exchange } from '../Exchange.js'
import type { DepositAsset } from '../Payer.js'
import { takesDeposits } from '../takesDeposits.js'
import type { PayerTools } from './PayerTools.js'
import { readHoldings } from './readWays.js'

/** A deposit as a bill in which the account is the receiver. */
export const depositBill = (
  { asset, decimals, symbol }: DepositAsset,
  amount: string,
  receiver: string,
  createdAt: number,
): Bill => ({ id: `deposit-${crypto.randomUUID()}`, asset, amount, decimals, symbol, receiver, createdAt })

/** The coin and the held tokens of the active network that an exchange can send. */
export async function readDepositAssets(tools: PayerTools): Promise<readonly DepositAsset[]> {
  const { wallets, context, clock, log } = tools
  const wallet = wallets.active()
  const coin = wallet?.network?.nativeCurrency
  if (!wallet || !coin || !takesDeposits(wallet.account)) return []
  const { networkId, account, namespace } = wallet
  const held = await readHoldings(tools, networkId, account.address).catch((error: unknown) => {
    log.warn('What is held could not be read: only the coin can be deposited.', error)
    return []
  })
  const kind = namespace === 'eip155' ? 'erc20' : 'token'
  const tokens = held.flatMap(({ address, name, icon, amount: { decimals, symbol } }) =>
    address === undefined ? [] : { asset: `${networkId}/${kind}:${address}`, name, icon, decimals, symbol },
  )
  const all: readonly DepositAsset[] = [{ asset: networkId, ...coin }, ...tokens]
  const exchanges = context.list(Exchange)
  const canSend = (asset: DepositAsset) => {
    const bill = depositBill(asset, '1', account.address, clock.now())
    return exchanges.some((exchange) => exchange.supports(bill))
  }
  return all.filter(canSend)
}
