/** Reasons of a report. Their translations are `report.<reason>`. */
export const REPORT_REASONS = ['minor', 'threat', 'harassment', 'privacy', 'spam', 'other'] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];
