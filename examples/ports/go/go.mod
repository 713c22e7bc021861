module ids

go 1.19
