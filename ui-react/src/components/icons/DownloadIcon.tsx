import { Icon, type IconProps } from './Icon.js'

export function DownloadIcon(props: IconProps) {
  return <Icon {...props} path="M12 4v11m-4.5-4.5L12 15l4.5-4.5M5 20h14" />
}
