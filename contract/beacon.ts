/** drand's beacon "quicknet": the hash that names it, its first moment in Unix seconds, and how often it publishes a value. */
export const QUICKNET = '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971'
export const BEACON_GENESIS_SECONDS = 1_692_803_367
export const BEACON_PERIOD_SECONDS = 3
