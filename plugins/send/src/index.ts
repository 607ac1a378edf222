export {
  SendFailed,
  type SendFacts,
  SendInitiated,
  SendOpened,
  SendRejected,
  SendSucceeded,
} from './events.js'
export {
  type SendArguments,
  SendPreviewRoute,
  SendProgressRoute,
  SendRoute,
  SendSelectTokenRoute,
} from './routes.js'
export { send, type SendOptions } from './send.js'
export {
  type CollectibleController,
  CollectibleSender,
  type CollectibleSenderService,
  type CollectibleState,
  type HeldCollectible,
  type PreparedCollectible,
  type SendingCollectible,
} from './CollectibleSender.js'
export {
  type RecentReceiver,
  type SendBalances,
  type SendController,
  type SendDraft,
  Sender,
  type SenderService,
  type SendPhase,
  type NameOrigin,
  type SendPreview,
  type SendReceiver,
  type SendState,
  type SendTarget,
  type SendWarning,
  type SentTransaction,
} from './Sender.js'
