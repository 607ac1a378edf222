import { BaseError, ConnectorError } from '@latchkey/kernel/plugin'

export function addressInvalid(text: string): ConnectorError {
  return new ConnectorError('This isn’t an address of any network this app uses. Check every character.', {
    code: 'WATCH_ADDRESS_INVALID',
    metaMessages: [`Received: ${text.slice(0, 200)}`],
  })
}

export function nameNotFound(name: string): BaseError {
  return new BaseError('This name doesn’t lead to an address. Check the spelling.', {
    code: 'WATCH_NAME_NOT_FOUND',
    metaMessages: [`Received: ${name.slice(0, 200)}`],
  })
}

export function addressMissing(): ConnectorError {
  return new ConnectorError('Enter the address that you want to watch.', {
    code: 'WATCH_ADDRESS_MISSING',
    metaMessages: ['Call `kernel.get(WatchOnly).watch(account)` instead of `session.connect`.'],
  })
}
