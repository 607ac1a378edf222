import { Navigation } from '@latchkey/kernel/wallet'
import { Button, Stack, useMessages, useService, useSnapshot } from '@latchkey/ui-react'
import { type CSSProperties, useEffect, useRef } from 'react'
import { EmailAuth } from '../EmailAuthService.js'
import { emailAuthMessages } from './emailAuthMessages.js'

/** The theme as the frame is told of it, and four pixels around the frame for its focus rings. */
const look: CSSProperties = {
  margin: '-4px',
  padding: '4px',
  minBlockSize: '160px',
  // What is longer scrolls inside the frame, under the modal's header.
  maxBlockSize: 'calc(100dvh - 148px)',
  overflow: 'hidden',
  background: 'var(--lk-color-surface)',
  color: 'var(--lk-color-text)',
  accentColor: 'var(--lk-color-accent)',
  borderEndStartRadius: 'var(--lk-radius-4)',
  borderStartStartRadius: 'calc(var(--lk-radius-7) - 1px)',
}

/**
 * The place that the wallet's frame covers: what is to be approved is drawn by the frame itself, where the app cannot
 * change it. Leaving the view gives the request up.
 */
export default function FramePlaceView() {
  const messages = useMessages(emailAuthMessages)
  const auth = useService(EmailAuth)
  const navigation = useService(Navigation)
  const place = useRef<HTMLDivElement>(null)
  const { frameHeight, frameView } = useSnapshot(auth.state)
  const { close } = messages
  const isApproval = frameView === 'approve'
  const title = isApproval ? messages.titleApprove : messages.titleWallet
  useEffect(() => {
    const element = place.current
    if (!element) return
    // Several requests may wait, each with an entry of its own: the one that is shown is given up, and no other.
    const onClose = () => (isApproval ? auth.dismissFrame() : void navigation.back())
    return auth.placeFrame({ element, title, closeLabel: close, onClose })
  }, [auth, navigation, title, close, isApproval])
  const blockSize = frameHeight === undefined ? undefined : `${frameHeight}px`
  return (
    <div ref={place} data-testid="lk-frame-place" style={{ ...look, blockSize, boxSizing: 'border-box' }}>
      <Stack gap="md">
        <p className="lk-hint" role="status">
          {isApproval ? messages.frameText : messages.frameWalletText}
        </p>
        <Button variant="secondary" fullWidth data-testid="lk-frame-cancel" onClick={() => navigation.back()}>
          {messages.cancel}
        </Button>
      </Stack>
    </div>
  )
}
