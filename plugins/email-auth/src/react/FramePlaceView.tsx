import { Navigation } from '@latchkey/kernel/plugin'
import { Button, Stack, useMessages, useService } from '@latchkey/ui-react'
import { useEffect, useRef } from 'react'
import { EmailAuth } from '../EmailAuthService.js'
import { emailAuthMessages } from './emailAuthMessages.js'

/**
 * The place that the wallet's frame covers: what is to be approved is drawn by the frame itself, where the app cannot
 * change it. Leaving the view gives the request up.
 */
export default function FramePlaceView() {
  const messages = useMessages(emailAuthMessages)
  const auth = useService(EmailAuth)
  const navigation = useService(Navigation)
  const place = useRef<HTMLDivElement>(null)
  const { close } = messages
  useEffect(() => {
    const element = place.current
    if (!element) return
    return auth.placeFrame({ element, closeLabel: close, onClose: () => void navigation.back() })
  }, [auth, navigation, close])
  return (
    <div ref={place} data-testid="lk-frame-place" style={{ minHeight: '30rem' }}>
      <Stack gap="md">
        <p className="lk-hint" role="status">
          {messages.frameText}
        </p>
        <Button variant="secondary" fullWidth data-testid="lk-frame-cancel" onClick={() => navigation.back()}>
          {messages.cancel}
        </Button>
      </Stack>
    </div>
  )
}
