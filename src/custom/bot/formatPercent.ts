export const formatPercent = (share: number): string => `${Math.round(share * 100)}%`;
