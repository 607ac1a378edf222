import type { ActiveWallet } from '@latchkey/kernel/wallet'
import { Calls, type Collectible, CollectibleTransfers, namespaceOf } from '@latchkey/kernel/contracts'
import { asciiDigits } from '@latchkey/kernel/transaction'
import {
  ActionBar,
  AssetIcons,
  Banner,
  Button,
  EmptyState,
  ErrorBanner,
  Form,
  ImageIcon,
  ListRow,
  safeText,
  TextField,
  useAddressNames,
  useLocale,
  useMessages,
  useMutation,
  useService,
  useSnapshot,
  useTypedAddress,
  useWallet,
} from '@latchkey/ui-react'
import { useEffect, useState } from 'react'
import { type CollectibleController, CollectibleSender, type CollectibleState } from '../CollectibleSender.js'
import { CollectibleProgress } from './CollectibleProgress.js'
import { CollectibleReview, nameOfItem } from './CollectibleReview.js'
import { KnownReceivers } from './KnownReceivers.js'
import { sendMessages } from './messages.js'

export interface SendCollectibleViewProps {
  readonly controller: CollectibleController
  readonly item: Collectible
}

/** Sends an NFT: to whom and how many, the review, the wallet, and what the collection says afterwards. */
export default function SendCollectibleView({ controller, item }: SendCollectibleViewProps) {
  const messages = useMessages(sendMessages)
  const { sending, held } = useSnapshot(useService(CollectibleSender).state) as CollectibleState
  const wallet = useWallet({ namespace: namespaceOf(item.networkId) })
  const accountId = wallet?.accountId
  // biome-ignore lint/correctness/useExhaustiveDependencies: another account has another number of it
  useEffect(() => void controller.follow(item), [controller, item, accountId])
  const preparing = useMutation(controller.prepare)
  const isOfItem = sending?.prepared.item.address === item.address && sending.prepared.item.id === item.id
  // A wallet that is asked for another one has to answer first.
  if (sending && (isOfItem ? sending.phase !== 'refused' : sending.phase === 'asking')) {
    return (
      <CollectibleProgress
        sending={sending}
        wallet={wallet}
        onAgain={() => {
          preparing.reset()
          controller.dismiss()
        }}
      />
    )
  }
  const canSend =
    wallet?.networkId === item.networkId && wallet.use(CollectibleTransfers) && wallet.use(Calls)
  if (!wallet || !canSend) {
    return (
      <EmptyState
        icon={<ImageIcon size="lg" />}
        title={messages.collectibleUnavailable}
        text={messages.collectibleUnavailableText}
      />
    )
  }
  const isOfHeld = held?.accountId === accountId && held?.address === item.address && held?.id === item.id
  const count = isOfHeld && held ? held.count : item.count
  const prepared = preparing.state.data
  if (prepared && prepared.accountId === wallet.accountId) {
    return (
      <CollectibleReview
        prepared={prepared}
        wallet={wallet}
        refusal={isOfItem ? sending?.error : undefined}
        isHeld={count >= prepared.amount}
        onConfirm={(accepted) => void controller.send(prepared, accepted)}
        onBack={() => {
          preparing.reset()
          controller.dismiss()
        }}
      />
    )
  }
  return <ItemForm controller={controller} item={{ ...item, count }} wallet={wallet} preparing={preparing} />
}

interface ItemFormProps extends SendCollectibleViewProps {
  readonly wallet: ActiveWallet
  readonly preparing: ReturnType<
    typeof useMutation<
      Parameters<CollectibleController['prepare']>[0],
      Awaited<ReturnType<CollectibleController['prepare']>>
    >
  >
}

function ItemForm({ controller, item, wallet, preparing }: ItemFormProps) {
  const messages = useMessages(sendMessages)
  const locale = useLocale()
  const { nameOf } = useAddressNames()
  const { variables, status, error } = preparing.state
  const [to, setTo] = useState(variables?.to ?? '')
  const [count, setCount] = useState(variables ? `${variables.amount}` : '1')
  const { text: typed, isAddress, isReading, elsewhere } = useTypedAddress(to, item.networkId)
  const amount = /^\d{1,78}$/.test(count) ? BigInt(count) : 0n
  const isCount = amount > 0n && amount <= item.count
  const most = new Intl.NumberFormat(locale).format(item.count)
  const name = nameOfItem(item)
  const receiver = isAddress ? nameOf(wallet.namespace, typed) : undefined
  const submit = () => {
    if (isAddress && isCount && status !== 'pending') void preparing.run({ item, to: typed, amount })
  }
  return (
    <Form onSubmit={submit} testId="send-collectible">
      <ListRow
        leading={
          <AssetIcons assets={[{ name, src: item.isSpam ? undefined : item.picture, shape: 'square' }]} />
        }
        title={name}
        subtitle={item.collection}
        testId="send-collectible-item"
      />
      {item.count > 1n || amount > 1n ? (
        <TextField
          label={messages.howMany}
          hint={messages.itemCount({ count: most })}
          value={count}
          inputMode="numeric"
          autoComplete="off"
          error={count !== '' && !isCount ? messages.countInvalid({ count: most }) : undefined}
          data-testid="send-collectible-count"
          onChange={(event) => setCount(asciiDigits(event.target.value.trim()))}
        />
      ) : null}
      <TextField
        label={messages.receiver}
        placeholder={messages.receiverPlaceholder}
        hint={receiver}
        value={to}
        error={
          typed !== '' && !isAddress && !isReading
            ? (elsewhere ?? messages.noAddress({ network: safeText(wallet.network?.name ?? '', 40) }))
            : undefined
        }
        autoComplete="off"
        autoCorrect="off"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        data-testid="send-collectible-receiver"
        onChange={(event) => setTo(event.target.value)}
      />
      {isAddress ? null : (
        <KnownReceivers
          namespace={wallet.namespace}
          typed={typed}
          recents={typed === '' ? controller.recents() : []}
          onChoose={({ address }) => setTo(address)}
        />
      )}
      <ActionBar>
        {item.count === 0n ? (
          <Banner tone="warning" announce="status">
            {messages.itemGone}
          </Banner>
        ) : (
          <ErrorBanner error={error} />
        )}
        <Button
          type="submit"
          fullWidth
          loading={status === 'pending'}
          disabled={!isAddress || !isCount}
          data-testid="send-collectible-review"
        >
          {messages.reviewCollectible}
        </Button>
      </ActionBar>
    </Form>
  )
}
