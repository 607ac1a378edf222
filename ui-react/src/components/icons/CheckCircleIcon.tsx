import { Icon, type IconProps } from './Icon.js'

export function CheckCircleIcon(props: IconProps) {
  return <Icon {...props} path="M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM8 12.4l2.7 2.7L16 9.6" />
}
