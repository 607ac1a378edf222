import { Icon, type IconProps } from './Icon.js'

export function ActivityIcon(props: IconProps) {
  return <Icon {...props} path="M3.5 12H7l3-7 4 14 3-7h3.5" />
}
