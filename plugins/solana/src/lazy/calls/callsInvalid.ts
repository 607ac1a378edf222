import { BaseError } from '@latchkey/kernel/plugin'

export function callsInvalid(detail: string): BaseError {
  return new BaseError('The app asks for something that can’t be done on this network. Nothing was sent.', {
    code: 'CALLS_INVALID',
    metaMessages: [detail],
  })
}
