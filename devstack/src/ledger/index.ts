export {
  createLedgerDevice,
  type DeviceAnswer,
  type LedgerDevice,
  type LedgerDeviceOptions,
} from './createLedgerDevice.js'
export { createTestHid, type HidCable, type TestHid } from './createTestHid.js'
export type { DeviceControls } from './deviceControls.js'
