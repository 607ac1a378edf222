import { AccountRoute, type ActiveWallet, Navigation, Wallets } from '@latchkey/kernel/wallet'
import { Explorer } from '@latchkey/kernel/contracts'
import {
  AskingScreen,
  EndingDetails,
  OutcomeScreen,
  safeText,
  useAddressNames,
  useMessages,
  useService,
  useWalletName,
  useWords,
} from '@latchkey/ui-react'
import type { SendingCollectible } from '../CollectibleSender.js'
import { nameOfItem } from './CollectibleReview.js'
import { sendMessages } from './messages.js'
import { Recipient } from './Recipient.js'

export interface CollectibleProgressProps {
  readonly sending: SendingCollectible
  readonly wallet: ActiveWallet | undefined
  /** Leaves it, for an empty form. */
  onAgain(): void
}

/** Phases that look like another one. */
const tones: Partial<Record<SendingCollectible['phase'], SendingCollectible['phase']>> = {
  lost: 'undecided',
  unchecked: 'undecided',
  unmoved: 'failed',
}

/** The wallet is asked, then the chain, then the collection. */
export function CollectibleProgress({ sending, wallet, onAgain }: CollectibleProgressProps) {
  const messages = useMessages(sendMessages)
  const navigation = useService(Navigation)
  const walletName = useWalletName()
  const say = useWords()
  const { textOf } = useAddressNames()
  const { phase, prepared, reason } = sending
  const { networkId } = prepared.item
  const asked = wallet && { walletName: wallet.connection.name, walletIcon: wallet.connection.icon }
  const item = nameOfItem(prepared.item)
  const receiver = textOf(networkId, prepared.to)
  if (phase === 'asking') {
    return (
      <AskingScreen
        testId="send-collectible"
        wallet={asked}
        text={({ wallet: name }) => messages.confirmItem({ wallet: name, item, receiver })}
        onForget={() => {
          onAgain()
          navigation.reset(AccountRoute, undefined)
        }}
      />
    )
  }
  const words = {
    pending: [messages.itemPending({ item }), messages.pendingText],
    confirmed: [messages.itemSent({ item }), messages.confirmedText],
    unmoved: [messages.itemUnmoved({ item }), messages.itemUnmovedText],
    unchecked: [messages.itemUnchecked, messages.itemUncheckedText],
    failed: [messages.itemFailed({ item }), messages.failedText],
    undecided: [messages.undecided, messages.undecidedText],
    lost: [
      messages.itemUnnamed({ item }),
      messages.unnamedText({ wallet: walletName(asked?.walletName ?? '') }),
    ],
    refused: [messages.itemFailed({ item }), messages.declined],
  }[phase]
  const told = reason === undefined ? undefined : safeText(say(reason), 300)
  return (
    <OutcomeScreen
      testId="send-collectible"
      wallet={asked}
      phase={tones[phase] ?? phase}
      title={words[0] ?? ''}
      text={told ?? words[1] ?? ''}
      details={
        phase === 'refused' ? undefined : <Details sending={sending} address={wallet?.account.address} />
      }
      again={messages.itemDone}
      onAgain={onAgain}
    />
  )
}

interface DetailsProps {
  readonly sending: SendingCollectible
  /** The account that sent it. */
  readonly address: string | undefined
}

function Details({ sending: { phase, id, prepared, sentAt }, address }: DetailsProps) {
  const messages = useMessages(sendMessages)
  const wallets = useService(Wallets)
  const { item, to, calls } = prepared
  const { networkId } = item
  const about = [
    {
      label: messages.to,
      testId: 'send-collectible-sent-to',
      value: <Recipient networkId={networkId} address={to} />,
    },
    { label: messages.item, value: nameOfItem(item), note: safeText(item.collection ?? '', 60) },
  ]
  return (
    <EndingDetails
      {...{ about, networkId, address, id, sentAt }}
      fee={calls.steps === 1 ? calls.fee : undefined}
      explorerUrl={
        id === undefined ? undefined : wallets.chain(networkId, Explorer)?.transactionUrl(networkId, id)
      }
      isEnded={ended.includes(phase)}
      testId="send-collectible"
    />
  )
}

/** The chain has taken it, or refused it. */
const ended: readonly SendingCollectible['phase'][] = ['confirmed', 'unmoved', 'unchecked', 'failed']
