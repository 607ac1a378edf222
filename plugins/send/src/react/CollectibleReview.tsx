import type { ActiveWallet } from '@latchkey/kernel/wallet'
import { type BaseError, isUserRejection } from '@latchkey/kernel/plugin'
import {
  ActionBar,
  AddressText,
  Banner,
  Button,
  Card,
  CopyButton,
  type Detail,
  DetailList,
  ErrorBanner,
  GuardBoxes,
  NamedAddress,
  NoticeBanners,
  safeText,
  useFeeDetails,
  useGuard,
  useLocale,
  useMessages,
  usePressed,
  useWalletName,
} from '@latchkey/ui-react'
import type { Danger } from '@latchkey/kernel/transaction'
import type { PreparedCollectible } from '../CollectibleSender.js'
import { judgeTrial } from '../lazy/judgeTrial.js'
import { sendMessages } from './messages.js'
import { useDangerQuestions } from './useDangerQuestions.js'
import { Twins, Warnings } from './Warnings.js'

export interface CollectibleReviewProps {
  readonly prepared: PreparedCollectible
  readonly wallet: ActiveWallet
  /** Why the wallet made nothing of it before. */
  readonly refusal: BaseError | undefined
  /** The account still has as many. */
  readonly isHeld: boolean
  onConfirm(accepted: readonly Danger[]): void
  onBack(): void
}

/** What is sent, to whom, and what that costs, before the wallet opens. */
export function CollectibleReview(props: CollectibleReviewProps) {
  const { prepared, wallet, refusal, isHeld, onConfirm, onBack } = props
  const messages = useMessages(sendMessages)
  const pressed = usePressed(prepared)
  const { calls, warnings, item, to, dangers } = prepared
  const guard = useGuard(useDangerQuestions(dangers, nameOfItem(item)))
  const trial = trialOf(prepared, wallet)
  return (
    <div className="lk-stack" data-testid="send-collectible-preview">
      <Warnings warnings={warnings} />
      <Card>
        <Facts prepared={prepared} wallet={wallet} />
      </Card>
      <Twins warnings={warnings} receiver={to} />
      <ActionBar>
        {trial === 'fine' ? null : (
          <Banner tone="danger" announce="alert">
            {messages[trial]}
          </Banner>
        )}
        {isHeld ? null : (
          <Banner tone="warning" announce="status">
            {messages.itemGone}
          </Banner>
        )}
        <NoticeBanners notices={calls.notices} testId="send-collectible-notice" />
        {refusal && isUserRejection(refusal) ? (
          <Banner announce="status">{messages.declined}</Banner>
        ) : (
          <ErrorBanner error={refusal} />
        )}
        <GuardBoxes guard={guard} />
        <Button
          variant={trial === 'fine' ? 'primary' : 'danger'}
          fullWidth
          disabled={!isHeld || !guard.isOpen}
          data-testid="send-collectible-confirm"
          onPointerDown={pressed.onPointerDown}
          onClick={() => {
            if (pressed.take() === prepared) onConfirm(guard.accepted)
          }}
        >
          {calls.feePayer === 'executor'
            ? messages.proposeItem({ name: nameOfItem(item) })
            : messages.sendItem({ name: nameOfItem(item) })}
        </Button>
        <Button variant="secondary" fullWidth data-testid="send-collectible-back" onClick={onBack}>
          {messages.cancel}
        </Button>
      </ActionBar>
    </div>
  )
}

/** As a sentence has it: untrusted text. */
export const nameOfItem = ({ name, id }: PreparedCollectible['item']): string =>
  safeText(name, 60) || `#${safeText(id, 24)}`

/** Puts what a trial run says against it in one word. */
function trialOf(
  { calls: { changes }, item, amount }: PreparedCollectible,
  { account, contribution: { isSameAddress } }: ActiveWallet,
): 'fine' | 'losesMore' | 'stays' {
  const { losses, stays } = judgeTrial({ changes, item, amount, owner: account.address, isSameAddress })
  if (losses.length > 0) return 'losesMore'
  return stays ? 'stays' : 'fine'
}

function Facts({ prepared, wallet }: Pick<CollectibleReviewProps, 'prepared' | 'wallet'>) {
  const messages = useMessages(sendMessages)
  const locale = useLocale()
  const sayWallet = useWalletName()
  const { item, to, amount, calls } = prepared
  const fees = useFeeDetails(calls, 'send-collectible-fee')
  const details: readonly Detail[] = [
    { label: messages.item, value: <bdi>{nameOfItem(item)}</bdi>, note: safeText(item.collection ?? '', 60) },
    { label: messages.itemId, value: <bdi>{safeText(item.id, 80)}</bdi>, stacked: true },
    ...(item.count > 1n
      ? [{ label: messages.howMany, value: <bdi>{new Intl.NumberFormat(locale).format(amount)}</bdi> }]
      : []),
    {
      label: messages.collectionAddress,
      stacked: true,
      value: <AddressText address={item.address} full />,
      action: <CopyButton value={item.address} label={messages.copyCollection} />,
    },
    {
      label: messages.to,
      stacked: true,
      testId: 'send-collectible-to',
      value: <NamedAddress network={item.networkId} address={to} full />,
      action: <CopyButton value={to} label={messages.copyReceiver} />,
    },
    {
      label: messages.from,
      value: <NamedAddress network={item.networkId} address={wallet.account.address} />,
      note: sayWallet(wallet.connection.name),
    },
    { label: messages.network, value: safeText(wallet.network?.name ?? '', 40) },
    ...fees,
  ]
  return <DetailList details={details} />
}
