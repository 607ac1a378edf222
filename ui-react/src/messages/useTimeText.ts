import { Clock } from '@latchkey/kernel/plugin'
import { useService } from '../useService.js'
import { useLocale } from './useLocale.js'

/**
 * Returns the text of a moment, given in milliseconds since the epoch, in the page's language and time zone: the time alone for one of
 * today, with its date for another. Use it to say from when something is.
 */
export function useTimeText(): (at: number) => string {
  const locale = useLocale()
  const clock = useService(Clock)
  return (at) => {
    const isToday = new Date(at).toDateString() === new Date(clock.now()).toDateString()
    const style: Intl.DateTimeFormatOptions = { timeStyle: 'short', ...(!isToday && { dateStyle: 'medium' }) }
    return new Intl.DateTimeFormat(locale, style).format(at)
  }
}
