/** Fields of `/proc/<pid>/stat` behind the name of the program, which stands in brackets and may hold spaces and brackets. */
export const statFields = (stat: string): string[] => stat.replace(/^.*\) /s, '').split(' ');
