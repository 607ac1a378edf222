import { Notifications, type NotificationsService } from '@latchkey/kernel/wallet'
import { useMemo } from 'react'
import { attemptCall } from './contain/attemptCall.js'
import { notificationsState } from './contain/serviceStates.js'
import { useServiceState } from './useServiceState.js'

/** News for the person. Where they cannot be shown, what they were about goes on. */
export function useNotifications(): Pick<
  NotificationsService,
  'state' | 'showSnackbar' | 'toast' | 'dismissToast'
> {
  const { service, state } = useServiceState(Notifications, notificationsState)
  const actions = useMemo(
    () => ({
      showSnackbar: (...news: Parameters<NotificationsService['showSnackbar']>) =>
        attemptCall(() => service?.showSnackbar(...news), undefined),
      toast: (...news: Parameters<NotificationsService['toast']>) =>
        attemptCall(() => service?.toast(...news) ?? '', ''),
      dismissToast: (id?: string) => attemptCall(() => service?.dismissToast(id), undefined),
    }),
    [service],
  )
  return { state, ...actions }
}
