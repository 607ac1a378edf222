import { keyedHash } from '../secrets.js'
import type { Service } from '../service.js'

/**
 * What mails and tries are counted by: an address, or one approved device of it. The device counts for itself: no one else can use
 * up what its owner may ask for.
 */
export const bucketOf = ({ pepper }: Pick<Service, 'pepper'>, email: string, deviceId: string | null) =>
  deviceId === null ? `email:${keyedHash(pepper, 'email', email)}` : `device:${deviceId}`
