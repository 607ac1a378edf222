import { Icon, type IconProps } from './Icon.js'

export function BackIcon(props: IconProps) {
  return <Icon {...props} path="M19 12H5m6-6-6 6 6 6" isDirectional />
}
