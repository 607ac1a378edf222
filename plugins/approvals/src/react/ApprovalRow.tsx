import { ListRow, TokenIcon, useMessages, useWallet } from '@latchkey/ui-react'
import type { ListedApproval } from '../ApprovalsService.js'
import { approvalsMessages } from './messages.js'
import { useApprovalTexts } from './useApprovalTexts.js'

export interface ApprovalRowProps {
  readonly approval: ListedApproval
  readonly isPreparing: boolean
  readonly disabled: boolean
  onRevoke(): void
}

/** One approval. A press shows what revoking it costs and does. */
export function ApprovalRow({ approval, isPreparing, disabled, onRevoke }: ApprovalRowProps) {
  const messages = useMessages(approvalsMessages)
  const texts = useApprovalTexts(approval)
  const { token, atRisk } = approval
  const wallet = useWallet()
  return (
    <ListRow
      leading={
        <TokenIcon
          symbol={token.symbol}
          src={token.icon}
          networkId={wallet?.networkId}
          address={token.address}
          networkName={wallet?.network?.name}
        />
      }
      title={token.symbol}
      subtitle={texts.spender}
      trailing={texts.amount}
      trailingSubtitle={
        texts.atRisk === undefined
          ? messages.riskUnknown
          : atRisk?.value === 0n
            ? messages.nothingAtRisk
            : messages.atRisk({ amount: texts.atRisk })
      }
      chevron
      loading={isPreparing}
      disabled={disabled && !isPreparing}
      testId={`approval-${approval.id.replaceAll(' ', '-')}`}
      onClick={onRevoke}
    />
  )
}
