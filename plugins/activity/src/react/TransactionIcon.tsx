import type { Network } from '@latchkey/kernel/plugin'
import type { TransactionRecord, TransactionTransfer } from '@latchkey/kernel/contracts'
import { ActivityIcon, AssetIcons, ReceiveIcon, SendIcon, SwapIcon } from '@latchkey/ui-react'

export interface TransactionIconProps {
  readonly record: TransactionRecord
  readonly transfers: readonly TransactionTransfer[]
  readonly network: Network | undefined
}

/** One or two pictures of what moved, or a symbol of what was done. */
export function TransactionIcon({ record, transfers, network }: TransactionIconProps) {
  if (transfers.length === 0) return <span className="lk-row-icon">{symbolOf(record)}</span>
  return (
    <AssetIcons
      assets={transfers.map(({ asset, icon, amount, collectible, name }) => ({
        name: collectible ? (name ?? amount.symbol) : amount.symbol,
        src: collectible
          ? (collectible.picture ?? icon)
          : (icon ?? (asset === undefined ? network?.icon : undefined)),
        ...(collectible ? {} : { networkId: record.networkId, address: asset }),
        shape: collectible ? 'square' : 'circle',
      }))}
    />
  )
}

function symbolOf({ operation }: TransactionRecord) {
  if (operation === 'send') return <SendIcon />
  if (operation === 'receive') return <ReceiveIcon />
  if (operation === 'trade') return <SwapIcon />
  return <ActivityIcon />
}
